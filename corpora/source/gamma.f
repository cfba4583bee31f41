C     GAMMA.F - THE GAMMA FUNCTION, IN DOUBLE PRECISION
C
C     L. HAIDARI, 1995.  FOLLOWS THE REPORT WHICH CAN BE HAD FROM
C     <URL:FTP://FTP.OBSERVATORY.EXAMPLE.ORG/PUB/REPORTS/
C     GAMMA.PS>, SECTION 3:4.
C
C     Newer versions: http://www.observatory.example.org/fortran/
C     Tests:          http://www.observatory.example.org/fortran/tests/
C
C     The coefficients were computed with the program of
C     http://www.numerik.uni-musterstadt.example/software/approximation/cheby
C     shev/readme.txt and rounded.
C
      DOUBLE PRECISION FUNCTION DGAM(X)
      DOUBLE PRECISION X, Y, C(7)
      INTEGER I
C     See also <news:sci.math.num.software> and the mail
C     <199502112230.XAA01133@numerik.uni-musterstadt.example>.
      DATA C /1.0D0, 5.772156649D-1, -6.558780715D-1,
     1        -4.20026350D-2, 1.66538611D-1,
     2        -4.21977346D-2, -9.6219715D-3/
      Y = 0.0D0
      DO 10 I = 7, 1, -1
         Y = (Y + C(I)) * X
   10 CONTINUE
      IF (Y .EQ. 0.0D0) THEN
         WRITE (*, 20) 'http://www.observatory.example.org/fortran/faq'
         STOP
      END IF
   20 FORMAT (1X, 'POLE AT 12:30. SEE ', A)
      DGAM = 1.0D0 / Y
      RETURN
      END

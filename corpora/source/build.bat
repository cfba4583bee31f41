@echo off
REM build.bat - builds Heliograph on Windows
REM
REM You need the compiler from <URL:http://compilers.example.net/win32/
REM free/setup.exe> and the files of C:\heliograph\lib.
REM How to set them up: http://heliograph.example.org/windows/
REM It takes until 12:30 or so.
REM
REM The flags are explained in http://newsletter.compilers.example.net/2004/iss
REM ue17.html, on page 3:4.

setlocal
set HOME=C:\heliograph
set SITE=http://heliograph.example.org
set PROXY=http://proxy.hilltop.example:8080

if "%1"=="" goto usage
if not exist "%HOME%\lib\shutter.lib" goto nolib

cl /nologo /I"%HOME%\include" /Fo:obj\ src\*.c
if errorlevel 1 goto :failed

rem Upload, from the office only: \\server\share\builds
ftp -s:upload.txt ftp.heliograph.example.org
start %SITE%/builds/
start "" "http://heliograph.example.org/builds/?os=win32&sort=date"
goto :eof

:nolib
echo The library is missing.  Get it from
echo   http://shutter.example.net/download/win32/
echo and unpack it to %HOME%.
goto :eof

:usage
echo usage: build TARGET
echo see http://heliograph.example.org/windows/usage
:failed
exit /b 1

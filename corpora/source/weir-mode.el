;;; weir-mode.el --- edit weir files  -*- lexical-binding: t; -*-

;; Author: Nadja Ferrante <nadja@bramble.example>
;; Keywords: languages, water
;; URL: https://elisp.bramble.example/weir-mode.html
;; Version: 1.3

;;; Commentary:

;; This mode colours weir files and checks their braces.  A screenshot is at
;; <URL:https://elisp.bramble.example/screenshots/
;; weir-mode.png>; the syntax is described in the manual, which lives at
;; https://weir.tidewater.example/manual/.
;;
;; The indentation code follows a post of Rosalind's
;; (<news:jdl1p0$3@news.bramble.example>), where the ratio 3:4 is explained
;; as well, and the page
;;
;;     URL=<http://www.bramble.example/indentation/
;;     rules.html#rule-4>
;;
;; To use it, put this into your init file:
;;
;;     (add-to-list 'auto-mode-alist '("\\.weir\\'" . weir-mode))

;;; Code:

(require 'cl-lib)

(defgroup weir nil
  "Editing weir files."
  :link '(url-link "https://elisp.bramble.example/weir-mode.html#options")
  :group 'languages)

(defcustom weir-manual "https://weir.tidewater.example/manual/index.html"
  "Where the manual is.
See Info node `(weir)Top' or URL `https://weir.tidewater.example/manual/top'."
  :type 'string)

(defun weir-open-manual (&optional host)
  "Open the manual, or that of HOST, for which see
<https://weir.tidewater.example/manual/hosts.
html>."
  (interactive)
  (browse-url (if host (concat "http://" host "/manual") weir-manual)))

;; #:uninterned, :keyword and 'quoted:symbol are all the same to it.

(provide 'weir-mode)
;;; weir-mode.el ends here

; Uninstalling keeps what people have made, unless they say otherwise. An update is no uninstalling, and nobody is asked.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; Starting at login, which the app may have turned on.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "org.roomtone.desktop"
    ; Invitation links, which the app has asked Windows to open with it.
    DeleteRegKey HKCU "Software\Classes\roomtone"
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Delete your Roomtone accounts, rooms, recordings and settings on this computer as well?" /SD IDNO IDNO keep
    ; The folder of the account that uninstalls, even where the app was installed for all.
    SetShellVarContext current
    RMDir /r "$APPDATA\${PRODUCT_NAME}"
    keep:
  ${endIf}
!macroend

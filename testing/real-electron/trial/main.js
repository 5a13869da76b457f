// Ends with 0 where a sandboxed page runs.
import { app, BrowserWindow } from 'electron';

app.enableSandbox();
// Electron becomes ready only after this module.
void app.whenReady().then(async () => {
  const window = new BrowserWindow({ show: false });
  await window.loadURL('data:text/html,works');
  app.exit((await window.webContents.executeJavaScript('document.body.textContent')) === 'works' ? 0 : 1);
});
// Where it hangs, nothing else would end it.
setTimeout(() => app.exit(1), 30_000);

import type { Menu, NativeImage, Tray } from 'electron';

export interface TrayParts {
  readonly create: () => Pick<Tray, 'setToolTip' | 'setContextMenu' | 'on' | 'destroy'>;
  readonly menu: () => Menu;
  readonly show: () => void;
}

/** The picture by the platform's convention: macOS draws only its shape, in the colour of the menu bar. */
export function trayPicture(
  platform: NodeJS.Platform,
  built: (path: string) => string,
  nativeImage: { createFromPath(path: string): NativeImage },
): string | NativeImage {
  if (platform !== 'darwin') return built('../icons/tray.png');
  const picture = nativeImage.createFromPath(built('../icons/tray-template.png'));
  picture.setTemplateImage(true);
  return picture;
}

/** The tray icon, for reaching the app while it has no window. */
export class TrayIcon {
  readonly #parts: TrayParts;
  #tray: ReturnType<TrayParts['create']> | undefined;

  constructor(parts: TrayParts) {
    this.#parts = parts;
  }

  /** Adds or removes the icon. */
  setVisible(isVisible: boolean): void {
    if (isVisible === (this.#tray !== undefined)) return;
    this.#tray?.destroy();
    this.#tray = undefined;
    if (!isVisible) return;
    this.#tray = this.#parts.create();
    this.#tray.setToolTip('Roomtone');
    this.#tray.setContextMenu(this.#parts.menu());
    this.#tray.on('click', this.#parts.show);
  }
}

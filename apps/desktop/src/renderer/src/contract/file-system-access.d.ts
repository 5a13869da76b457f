// The File System Access API, which only some browsers have and TypeScript's DOM types leave out.

interface FileSystemHandle {
  queryPermission(descriptor: { readonly mode: 'read' }): Promise<PermissionState>;
  /** Only in a window, right after the user has done something. */
  requestPermission(descriptor: { readonly mode: 'read' }): Promise<PermissionState>;
}

interface Window {
  /** Undefined where folders cannot be read again later, and over plain http. */
  readonly showDirectoryPicker?: (options: {
    readonly id: string;
    readonly mode: 'read';
    readonly startIn: 'music';
  }) => Promise<FileSystemDirectoryHandle>;
}

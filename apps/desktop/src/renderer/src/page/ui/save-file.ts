/** Saves a file where the browser puts downloads. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers start reading the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

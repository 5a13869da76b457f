/** Writes what has changed into an element that holds nothing but text, as cheaply as it can be shown. */
export function writeText(element: Element, text: string): void {
  const { firstChild } = element;
  if (!(firstChild instanceof Text)) element.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}

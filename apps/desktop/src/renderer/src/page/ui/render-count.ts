/** How often the screens rendered; tests read it to prove that notes do not make React work. */
export const renderCount = { total: 0 };

declare global {
  var roomtoneRenders: { total: number } | undefined;
}
globalThis.roomtoneRenders = renderCount;

/** To be called in the body of every component that is on screen while people play. */
export function countRender(): void {
  renderCount.total++;
}

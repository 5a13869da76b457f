/** The number of renders; tests read it to prove that notes do not make React work. */
const renderCount = { total: 0 };

declare global {
  var roomtoneRenders: { total: number } | undefined;
}
globalThis.roomtoneRenders = renderCount;

/** Call this in the body of every component that is on screen while people play. */
export function countRender(): void {
  renderCount.total++;
}

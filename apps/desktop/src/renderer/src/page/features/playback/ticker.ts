const tickMs = 4;

// A worker's timer keeps its rate while the page is hidden.
setInterval(() => self.postMessage(undefined), tickMs);

const tickMs = 4;

// A worker's timer goes on at its pace while the page is out of sight.
setInterval(() => self.postMessage(undefined), tickMs);

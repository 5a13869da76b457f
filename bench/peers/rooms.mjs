/** The participants of each room, by the name that clients give. */
export class Rooms {
  #members = new Map();

  /** Adds a participant; the returned set is live and changes as others come and go. */
  enter(name, member) {
    let members = this.#members.get(name);
    if (members === undefined) {
      members = new Set();
      this.#members.set(name, members);
    }
    members.add(member);
    return members;
  }
}

/** Tells the benchmark that the server is ready. */
export function listening(port) {
  process.stderr.write(`listening on ${port}\n`);
}

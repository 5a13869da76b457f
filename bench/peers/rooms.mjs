/** Who is in which room, by the name that a client came with. */
export class Rooms {
  #members = new Map();

  /** Puts a member in; the set is the room's own and changes as others come and go. */
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

/** Tells the benchmark that the server is there. */
export function listening(port) {
  process.stderr.write(`listening on ${port}\n`);
}

/** What a guest is told who has to leave a full room (room rules R2.17). */
export const displacedNote = 'The room was full, and somebody with an account has joined.';

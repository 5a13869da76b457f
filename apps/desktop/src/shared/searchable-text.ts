/** Removes case and accents, so that "Flügel" is found by "flugel". */
export function searchableText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLocaleLowerCase();
}

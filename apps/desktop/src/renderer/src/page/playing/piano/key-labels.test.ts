import { describe, expect, it } from 'vitest';
import { guessedLabels, learned } from './key-labels.ts';

describe('the letters on the keys that play', () => {
  it('are guessed from the language, for QWERTY, QWERTZ and AZERTY', () => {
    expect(guessedLabels(['en-GB', 'de'])).toMatchObject({ KeyA: 'A', KeyY: 'Y', KeyZ: 'Z', Semicolon: ';' });
    expect(guessedLabels(['de-AT'])).toMatchObject({ KeyA: 'A', KeyY: 'Z', KeyZ: 'Y', Semicolon: 'Ö', Quote: 'Ä' });
    expect(guessedLabels(['fr'])).toMatchObject({ KeyA: 'Q', KeyW: 'Z', KeyZ: 'W', Semicolon: 'M' });
    expect(guessedLabels([])).toMatchObject({ KeyA: 'A' });
  });

  it('are corrected by what the keys type', () => {
    const labels = learned(guessedLabels(['en']), { code: 'KeyY', key: 'z' });
    expect(labels['KeyY']).toBe('Z');
    expect(learned(labels, { code: 'KeyY', key: 'z' })).toBe(labels);
  });

  it('are not changed by keys that type no character or play nothing', () => {
    const labels = guessedLabels(['en']);
    expect(learned(labels, { code: 'Quote', key: 'Dead' })).toBe(labels);
    expect(learned(labels, { code: 'Digit1', key: '1' })).toBe(labels);
  });
});

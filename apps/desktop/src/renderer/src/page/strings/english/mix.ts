export const mix = {
  open: (name: string) => `How you hear ${name}`,
  title: (name: string) => `${name}, for you`,
  volume: 'Volume',
  pan: 'Side',
  mute: 'Mute',
  solo: 'Solo',
  hint: 'Only you hear the difference.',
  yourself: 'You hear yourself',
  ownInstrument: 'On my own instrument, not from here',
  otherInstruments: 'Other instruments',
  percent: (part: number) => `${Math.round(part * 100)} %`,
  side: (pan: number) =>
    Math.abs(pan) < 0.01 ? 'middle' : `${Math.round(Math.abs(pan) * 100)} % ${pan < 0 ? 'left' : 'right'}`,
};

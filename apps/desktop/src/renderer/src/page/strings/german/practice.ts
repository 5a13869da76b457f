import type { practice as english } from '../english/practice.ts';

export const practice: typeof english = {
  title: 'Übungsraum',
  alone: 'nur du bist hier',
  you: 'Du',
  enter: 'Allein spielen',
  enterHint: 'Ohne Konto und ohne Verbindung.',
};

export { languages } from './gen/languages.ts';
export { type Rooms, roomsCatalogs } from './gen/rooms.ts';
export { type Screens, screensCatalogs } from './gen/screens.ts';
export { acceptedLanguage, directionOf, type Language, languageOf, pagePath, preferredLanguage } from './languages.ts';
export { type Catalog, filled, named, type Text, wordsOf } from './words.ts';

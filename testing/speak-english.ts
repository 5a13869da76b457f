import { speak } from './speak.ts';

// Modules read their texts when they are loaded; in tests these are the English ones.
await speak('en');

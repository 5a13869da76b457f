/** From here on, sound that comes late disturbs playing, ms: the sound panel then says what helps. */
export const lateSoundMs = 60;

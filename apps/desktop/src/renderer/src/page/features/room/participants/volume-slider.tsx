import { roomStrings } from '../../../room-strings.ts';
import { percent } from '../../../strings/formats.ts';
import { Slider } from '../../../ui/slider.tsx';

interface VolumeSliderProps {
  /** 1 is the volume as played. */
  readonly volume: number;
  readonly disabled?: boolean;
  readonly onChange: (volume: number) => void;
}

/** The volume of a player on this device. */
export function VolumeSlider({ volume, disabled = false, onChange }: VolumeSliderProps) {
  return (
    <Slider
      label={roomStrings.mix.volume}
      min={0}
      max={1.5}
      step={0.01}
      neutral={1}
      value={volume}
      text={percent(volume)}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

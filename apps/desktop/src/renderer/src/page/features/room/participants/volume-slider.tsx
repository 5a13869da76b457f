import { strings } from '../../../strings.ts';
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
      label={strings.mix.volume}
      min={0}
      max={1.5}
      step={0.01}
      neutral={1}
      value={volume}
      text={strings.mix.percent(volume)}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

import { useEffect, useState } from 'react';
import './drop-zone.css';

interface DropZoneProps {
  /** Covers the window while files are dragged over it. */
  readonly text: string;
  readonly onDrop: (data: DataTransfer) => void;
}

/** Takes files that are dropped anywhere on the window. */
export function DropZone({ text, onDrop }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(false);
      onDrop(event.dataTransfer);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onDrop]);
  return isOver ? <div className="drop-zone">{text}</div> : null;
}

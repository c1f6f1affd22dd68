interface AvatarProps {
  readonly name: string | null | undefined;
  readonly size?: 'small' | 'large';
}

/** Initials of a person or company; external pictures are not loaded. Decorative: the name is next to it. */
export const Avatar = ({ name, size = 'small' }: AvatarProps) => (
  <span class={`avatar ${size}`} style={{ '--tint': `var(--tint-${tintOf(name ?? '')})` }} aria-hidden="true">
    {initialsOf(name ?? '')}
  </span>
);

const initialsOf = (name: string): string => {
  const words = name.split(/[\s-]+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return (
    ends
      .map((word) => [...(word ?? '')][0] ?? '')
      .join('')
      .toLocaleUpperCase() || '·'
  );
};

const tints = 6;

const tintOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints;

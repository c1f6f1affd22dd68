/** Line icons on a grid of 16. */
const paths = {
  home: 'M2.5 7.5 8 3l5.5 4.5V13h-4V9.5h-3V13h-4z',
  lists: 'M6 4h8M6 8h8M6 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  people:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M11 7.5a2 2 0 0 0 0-4M12.5 10c1.3.5 2 1.7 2 3.5',
  companies: 'M3 14V3h6v11M9 6.500h4V14M1.5 14h13M5.5 6h1M5.5 9h1M5.5 11.500h1',
  moves: 'M2 5h10M9 2l3 3-3 3M14 11H4M7 8l-3 3 3 3',
  activity: 'M1.5 8h3l2-5 3 10 2-5h3',
  team: 'M8 7a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M3 14c0-3 2-4.5 5-4.500s5 1.5 5 4.5',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10M10.6 10.6 14 14',
  close: 'M4 4l8 8M12 4l-8 8',
  menu: 'M2 4h12M2 8h12M2 12h12',
  down: 'M4 6l4 4 4-4',
  filter: 'M2 3.500h12M4.5 8h7M6.5 12.500h3',
  sort: 'M5 3v10M2.5 10.5 5 13l2.5-2.500M11 13V3M8.5 5.5 11 3l2.5 2.5',
  export: 'M8 10V2.500M5 5.500l3-3 3 3M2.5 10v3.500h11V10',
  share: 'M6.5 9.500l3-3M7 4.500l1.5-1.500a2.8 2.8 0 0 1 4 4L11 8.500M9 11.5 7.5 13a2.8 2.8 0 0 1-4-4L5 7.5',
  add: 'M8 3v10M3 8h10',
  edit: 'M10.5 3 13 5.500 5.5 13H3v-2.500z',
  check: 'M3 8.5 6.5 12 13 4.5',
  copy: 'M5.5 5.500h8v8h-8zM2.5 10.500v-8h8',
  open: 'M9 3h4v4M13 3 7.5 8.500M11 9.500V13H3V5h3.5',
  print: 'M4 6V2.500h8V6M4 11H2.500V6h11v5H12M4 9.500h8v4H4z',
  bell: 'M8 2a4 4 0 0 0-4 4c0 4-1.500 5-1.500 5h11S12 10 12 6a4 4 0 0 0-4-4M6.500 13.500h3',
  watch:
    'M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  warn: 'M8 2.5 14.5 13.500h-13zM8 6.500v3M8 11.500h.01',
} as const;

export type IconName = keyof typeof paths;

/** Decorative: its meaning is in the text next to it, or in its button's label. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);

/** Original line drawings on a 24-unit grid. */
export const ICON_PATHS = {
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.700l5.900-.8z',
  pin: 'M9 4h6l-1 6 3 3v2H7v-2l3-3zM12 15v6',
  arrowRight: 'M5 12h14M13 6l6 6-6 6',
  arrowLeft: 'M19 12H5M11 6l-6 6 6 6',
  chevronLeft: 'M15 6l-6 6 6 6',
  chevronRight: 'M9 6l6 6-6 6',
  chevronsLeft: 'M12 6l-6 6 6 6M19 6l-6 6 6 6',
  chevronsRight: 'M5 6l6 6-6 6M12 6l6 6-6 6',
  chevronDown: 'M6 9l6 6 6-6',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  smile: 'M12 21a9 9 0 100-18 9 9 0 000 18zM8.500 14.500c1.800 2.300 5.200 2.300 7 0M9 9.500h.01M15 9.500h.01',
  plus: 'M12 5v14M5 12h14',
  calendar: 'M5 6h14v14H5zM5 10.500h14M9 3.500V8M15 3.500V8',
  home: 'M4 11l8-7 8 7M6 9.500V20h12V9.500M10 20v-6h4v6',
  user: 'M12 12a4 4 0 100-8 4 4 0 000 8zM4.500 20.500c1-4 4-5.500 7.500-5.500s6.500 1.500 7.500 5.500',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  pencil: 'M4 20l1-4.500L16 4.500l3.500 3.500L8.500 19z',
  retry: 'M19.500 12a7.500 7.500 0 11-2.300-5.400M19.500 3.500v4.500H15',
} as const;

export type IconName = keyof typeof ICON_PATHS;

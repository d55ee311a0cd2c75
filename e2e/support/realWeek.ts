/** A week as a person types it: seven days of titles and, for some, the name of a picked emoji. */

export interface Written {
  title: string;
  /** The choice in the emoji picker. */
  emoji?: string;
}

/** Exactly as long as a title may be. */
export const LONGEST = `${'Read the contract again, clause by clause. '.repeat(5).slice(0, 199)}!`;
/** Two hundred characters for a person, four hundred for a program that counts wrongly. */
export const ALL_FIRE = '🔥'.repeat(200);
export const FAMILY = 'Picnic with the 👨‍👩‍👧‍👦, bring 🇸🇬 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿 flags';
export const SKIN = 'High five 👍🏽 for the 👩🏿‍🚀';
export const IMAGE = '<img src=x onerror=alert(1)>';
export const BRACES = '{{7*7}} ${7*7} <%= 7*7 %>';
export const FORMULA = '=HYPERLINK("https://example.com","pay")';
export const OVERRIDE = 'Pay invoice\u202Egpj.exe';

/** By day, from Monday on. */
export const REAL_WEEK: readonly (readonly Written[])[] = [
  [
    { title: 'Take the bins out' },
    { title: '给妈妈打电话', emoji: 'Phone' },
    { title: 'Stand-up with the platform team', emoji: 'Laptop' },
    { title: 'Zahnarzt: Größe der Füllung klären' },
    { title: IMAGE },
  ],
  [
    { title: 'الذهاب إلى السوق', emoji: 'Cart' },
    { title: LONGEST },
    { title: 'Water the plants' },
    { title: 'Купить билеты на поезд' },
    { title: BRACES },
  ],
  [
    { title: 'לקנות מתנה לסבתא', emoji: 'Party' },
    { title: 'Swim 40 lengths', emoji: 'Weight lifter' },
    { title: ALL_FIRE },
    { title: 'Πληρωμή ενοικίου' },
    { title: FORMULA },
  ],
  [
    { title: 'दादी को चिट्ठी लिखना' },
    { title: 'Pay the electricity bill', emoji: 'Email' },
    { title: FAMILY },
    { title: '병원 예약 확인하기' },
    { title: 'Return library books', emoji: 'Books' },
  ],
  [
    { title: 'ไปรับผ้าที่ร้านซักรีด' },
    { title: 'Ship release 2.4', emoji: 'Fire' },
    { title: OVERRIDE },
    { title: '図書館に本を返す', emoji: 'Books' },
    { title: 'Film night: “Amélie”', emoji: 'Clapper' },
  ],
  [
    { title: 'Long run along the river', emoji: 'Star' },
    { title: SKIN },
    { title: 'Bake sourdough — 78 % hydration' },
    { title: "Robert'); DROP TABLE tasks;--" },
  ],
  [
    { title: 'Brunch with Zoë & Łukasz', emoji: 'Coffee' },
    { title: 'Paint the fence', emoji: 'Palette' },
    { title: 'Review the budget', emoji: 'Chart' },
    { title: 'Plan next week', emoji: 'Target' },
  ],
];

/** What the picker's choices look like. */
export const PICKED: Readonly<Record<string, string>> = {
  Star: '⭐',
  Target: '🎯',
  Briefcase: '💼',
  'Weight lifter': '🏋️',
  Email: '📧',
  Phone: '📞',
  Clapper: '🎬',
  Cart: '🛒',
  Coffee: '☕',
  Books: '📚',
  Palette: '🎨',
  Laptop: '💻',
  Chart: '📊',
  Party: '🎉',
  Fire: '🔥',
  'Check mark': '✅',
};

/** A fault, the check that finds it, and the path in the service where it is searched. */
export type FaultRow<Fault = string> = readonly [fault: Fault, check: string, within: string];

/** At least one fault for each check, here or among those of projects. */
export const SHOP_FAULTS = [
  ['loses what is created', 'created-is-retrievable', '/books'],
  ['sends a Location that leads nowhere', 'location-leads-to-created', '/books'],
  ['rounds numbers', 'round-trip-exact', '/books'],
  ['does not list', 'list-contains-created', '/books'],
  ['removes what is read', 'safe-request-changes-nothing', '/books'],
  ['answers HEAD as text', 'head-equals-get', '/books'],
  ['keeps what is deleted', 'deleted-is-gone', '/books'],
  ['merges by PUT', 'put-replaces', '/books'],
  ['adds by PUT', 'put-idempotent', '/books'],
  ['keeps what is null', 'merge-patch', '/books'],
  ['ignores PATCH', 'patch-is-applied', '/settings'],
  ['stores what it refuses', 'refused-create-leaves-nothing', '/books'],
  ['changes what it refuses', 'refused-change-leaves-nothing', '/books'],
  ['says another shelf', 'read-matches-created', '/books'],
  ['ignores If-Match', 'if-match-honoured', '/books'],
  ['removes under any If-Match', 'if-match-honoured', '/books'],
  ['takes If-Match of no state', 'if-match-honoured', '/books'],
  ['keeps the entity tag', 'entity-tag-changes', '/books'],
  ['changes line ends', 'round-trip-exact', '/notice'],
  ['ignores charsets', 'round-trip-exact', '/notice'],
  ['ignores the key', 'retry-has-one-effect', '/orders'],
  ['creates over it', 'retry-has-one-effect', '/members'],
  ['stores readOnly members', 'read-only-kept', '/books'],
  ['forbids others', 'existence-hidden', '/orders'],
  ['takes readOnly states', 'read-only-kept', '/books'],
  ['lists what is of others', 'hidden-kept-from-others', '/orders'],
  ['repeats the last of a page', 'pages-hold-each-once', '/orders'],
  ['lets others change', 'hidden-kept-from-others', '/orders'],
  ['says 200 for what PUT creates', 'put-says-created', '/tags'],
  ['says 201 for what PUT replaces', 'put-says-created', '/orders'],
  ['changes states that it refuses', 'refused-change-leaves-nothing', '/books'],
  ['keeps the entity tag without If-Match', 'entity-tag-changes', '/settings'],
  ['drops what PATCH lacks', 'patch-is-partial', '/orders'],
] as const satisfies readonly FaultRow[];

/** Further faults for the same checks. */
export const MORE_SHOP_FAULTS = [
  ['drops offsets of times', 'round-trip-exact', '/books'],
  ['cuts texts at NUL', 'round-trip-exact', '/books'],
  ['cuts texts within at NUL', 'round-trip-exact', '/books'],
  ['replaces astral characters', 'round-trip-exact', '/books'],
  ['drops the subtitle', 'round-trip-exact', '/books'],
  ['lists what is deleted', 'deleted-is-gone', '/books'],
  ['replaces by PATCH', 'merge-patch', '/books'],
  ['does not merge within', 'merge-patch', '/books'],
  ['adds to lists by PATCH', 'patch-is-applied', '/books'],
  ['counts readings', 'safe-request-changes-nothing', '/books'],
  ['names another in Location', 'location-leads-to-created', '/books'],
  ['keeps three decimals', 'round-trip-exact', '/books'],
  ['leaves out the first of a page', 'pages-hold-each-once', '/orders'],
  ['lets others remove', 'hidden-kept-from-others', '/orders'],
  ['lists what is deleted', 'deleted-is-gone', '/tags'],
  ['says 200 for what PUT creates', 'put-says-created', '/orders'],
  ['loses what PUT creates', 'created-is-retrievable', '/orders'],
  ['resets what PATCH lacks', 'patch-is-partial', '/orders'],
] as const satisfies readonly FaultRow[];

export const PROJECT_FAULTS = [
  ['ignores the limit', 'limit-kept', '/projects'],
  ['ignores the filter', 'filter-kept', '/projects'],
  ['lists nothing by the filter', 'filter-kept', '/projects'],
  ['ignores the order', 'order-kept', '/projects'],
  ['ignores the direction', 'order-kept', '/projects'],
  ['counts pages from the wrong one', 'pages-hold-each-once', '/projects'],
  ['repeats an item by offset', 'pages-hold-each-once', '/projects'],
  ['links to the page after the next', 'pages-hold-each-once', '/projects'],
  ['does not list the latest', 'list-contains-created', '/projects'],
  ['lists what is removed', 'deleted-is-gone', '/projects'],
  ['rounds numbers of attachments', 'round-trip-exact', '/'],
  ['keeps removed attachments', 'deleted-is-gone', '/'],
  ['lists the tasks of all projects', 'kept-within-parent', '/projects'],
  ['changes tasks of other projects', 'kept-within-parent', '/projects'],
  ['removes tasks of other projects', 'kept-within-parent', '/projects'],
  ['says another project', 'kept-within-parent', '/projects'],
  ['creates within what is removed', 'removed-takes-no-more', '/projects'],
  ['has no jobs', 'accepted-can-be-followed', '/'],
  ['shows the first job for each', 'accepted-is-performed', '/'],
] as const satisfies readonly FaultRow[];

export const FOLDER_FAULTS = [
  ['restores nothing', 'restored-is-back', '/folders'],
  ['restores without the notice', 'restored-is-back', '/folders'],
  ['restores the title of another', 'restored-is-back', '/folders'],
  ['lowers names of labels', 'round-trip-exact', '/folders'],
  ['writes names of labels in camel case', 'round-trip-exact', '/folders'],
  ['writes names of labels in ASCII', 'round-trip-exact', '/folders'],
  ['keeps the notes of a removed shelf', 'removed-with-parent', '/shelves'],
  ['reads the notes of a removed shelf', 'removed-with-parent', '/shelves'],
  ['lists the notes of a removed shelf', 'removed-with-parent', '/shelves'],
] as const satisfies readonly FaultRow[];

/** Correct behaviour that differs from the default. */
export const SHOP_STYLES = [
  'says 410',
  'archives',
  'has no Location',
  'sends absolute Locations',
  'wraps in data',
  'wants different titles',
  'creates later',
  'wants If-Match',
  'limits the rate',
  'trims and lowers',
  'settles slowly',
  'refuses readOnly members',
  'leaves out what is empty',
  'writes times otherwise',
  'moves states on',
  'has weak entity tags',
  'takes nothing',
] as const;

export const PROJECT_STYLES = [
  'lists the latest first',
  'has no links',
  'links by absolute URLs',
  'filters by the least level',
  'sorts without regard to case',
  'has few on a page',
  'lists inner projects unless asked',
  'names attachments by their ids alone',
  'counts attachments by themselves',
  'reads tasks in each project',
  'moves tasks',
  'makes projects with their tasks',
  'has jobs later',
] as const;

export type ShopFault = (typeof SHOP_FAULTS | typeof MORE_SHOP_FAULTS)[number][0];
export type ProjectFault = (typeof PROJECT_FAULTS)[number][0];
export type ShopStyle =
  (typeof SHOP_STYLES)[number] | 'drops the publisher from patches' | 'makes nothing by PUT';
export type ProjectStyle = (typeof PROJECT_STYLES)[number];

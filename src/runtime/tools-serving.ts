/**
 * What tools that serve use of the host, beside what services import. Apart from tools.ts, since Express and the log
 * take longer to load than most commands run. These names are no stable interface.
 */

export { publication, type PublicationOptions } from './management/management';
export { isManagement, withOwnPages } from './management/pages';
export { ROOT_HINT } from './management/root-hint';
export { startServiceBy } from './service';
export { untilSignal } from './service/until-signal';

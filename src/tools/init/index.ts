/** Projects for services of other documents. */

export { placePackage } from './npm';

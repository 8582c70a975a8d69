/** Projects for services of other documents. */

export { type PlacedPackages, placePackages } from './npm';

/** Added to the 404 of the root of a service whose document has nothing there. */
export const ROOT_HINT = 'the docs page is at /-/docs';

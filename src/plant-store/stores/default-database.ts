/** The folder of the database that is used when none is named: the only one that is made when it is not there. */
export const DEFAULT_FOLDER = 'data';

export const DEFAULT_DATABASE_URL = `sqlite:${DEFAULT_FOLDER}/plants.db`;

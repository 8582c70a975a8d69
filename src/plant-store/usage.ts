/** The output of `--help`, also in docs/command-line.md. */
export const USAGE = `Usage: plant-store COMMAND

  serve [--workers N|auto]                          serve the plant store until SIGTERM, with N processes,
                                                    or one for each processor (auto), on PostgreSQL
  token create --label TEXT [--expires-in 30d]      make an access token and print it, once
         [--scope "NAME ..."]                       what it allows, where the document asks for scopes
  token list                                        list the access tokens
  token revoke ID                                   make an access token invalid
  import FILE|-                                     add the plants of a file or of standard input,
                                                    a JSON object on each line
  export                                            print every plant, as a line of JSON
  backup FILE                                       write plants and tokens to a new SQLite file

Options:
  -h, --help                                        print this, or what there is to a command
  --version                                         print the version

The environment sets everything else, such as PORT and DATABASE_URL; docs/configuration.md lists it.
`;

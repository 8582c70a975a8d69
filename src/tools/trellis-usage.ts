/** The output of `trellis --help`, also in docs/command-line.md. */
export const USAGE = `Usage: trellis COMMAND

In the folder of a project; "trellis COMMAND --help" prints the options of a command:
  check                  check that the document and what is derived from it agree
  generate               write what follows from the document
  init DIR               make a project for a service of your own
  dev                    serve the project while it is written
  scaffold               write a handler and a test for each operation without one
  mock FILE              serve a document from its examples and schemas
  conformance --url URL  test whether a service does what its document says
  upgrade                change a project of plant-store 1.1 for this version

Options:
  -h, --help             print this, or what there is to a command
  --version              print the version
`;

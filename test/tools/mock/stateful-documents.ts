/** Documents of several kinds, for tests of a mock's state. */

const body = (schema: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`;
const requestBody = (schema: string): string => `requestBody: { required: true, ${body(schema)} }`;
const response = (schema: string): string => `{ description: d, ${body(schema)} }`;
const parameter = (name: string, schema: string): string =>
  `{ name: ${name}, in: path, required: true, schema: ${schema} }`;
const query = (name: string, schema: string): string =>
  `{ name: ${name}, in: query, schema: ${schema} }`;

const ERROR = `
    Error: { type: object, required: [message], properties: { message: { type: string } } }`;

/** 64-bit ids, an array as the list, and all operations, in OpenAPI 3.1. */
export const FLAT = `openapi: 3.1.0
info: { title: Flat, version: 1.0.0 }
servers: [{ url: /v1 }]
paths:
  /things:
    get:
      operationId: listThings
      parameters: [${query('limit', '{ type: integer }')}, ${query('offset', '{ type: integer }')},
        ${query('name', '{ type: string }')}]
      responses:
        200:
          description: d
          headers: { X-Total-Count: { schema: { type: integer } } }
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Thing' } }
              example: []
    post:
      operationId: createThing
      ${requestBody('Thing')}
      responses:
        201:
          description: d
          headers: { Location: { schema: { type: string } } }
          ${body('Thing')}
        400: ${response('Error')}
  /things/{id}:
    parameters: [${parameter('id', '{ type: integer, format: int64 }')}]
    get:
      operationId: readThing
      responses: { 200: ${response('Thing')}, 404: ${response('Error')} }
    put:
      operationId: replaceThing
      ${requestBody('Thing')}
      responses: { 200: ${response('Thing')}, 404: ${response('Error')} }
    patch:
      operationId: changeThing
      requestBody:
        required: true
        content:
          application/merge-patch+json: { schema: { $ref: '#/components/schemas/ThingPatch' } }
          application/json-patch+json: { schema: { type: array, items: { type: object } } }
      responses: { 200: ${response('Thing')}, 404: ${response('Error')} }
    delete:
      operationId: removeThing
      responses: { 204: { description: d }, 404: ${response('Error')} }
components:
  schemas:${ERROR}
    Thing:
      type: object
      required: [id, name, createdAt]
      properties:
        id: { type: integer, format: int64, readOnly: true }
        name: { type: string }
        secret: { type: string, writeOnly: true }
        note: { type: string, default: none }
        size: { type: integer, format: int64 }
        createdAt: { type: string, format: date-time, readOnly: true, examples: ['2020-02-02T00:00:00Z'] }
        detail: { type: object, additionalProperties: { type: integer } }
    ThingPatch:
      type: object
      properties:
        name: { type: string }
        note: { type: [string, 'null'], default: none }
        detail: { type: object, additionalProperties: { type: [integer, 'null'] } }
`;

/** Ids chosen by the client, in OpenAPI 3.0; creating returns 200. */
export const OWN_IDS = `openapi: 3.0.3
info: { title: Own ids, version: 1.0.0 }
paths:
  /notes:
    get:
      operationId: listNotes
      responses:
        '200':
          description: d
          content:
            application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } }
    post:
      operationId: createNote
      ${requestBody('Note')}
      responses: { '200': ${response('Note')}, default: ${response('Error')} }
  /notes/{note_id}:
    get:
      operationId: readNote
      parameters: [${parameter('note_id', '{ type: integer, format: int64 }')}]
      responses: { '200': ${response('Note')}, default: ${response('Error')} }
components:
  schemas:${ERROR}
    Note:
      type: object
      required: [noteId]
      properties: { noteId: { type: integer, format: int64 }, text: { type: string, nullable: true } }
`;

/** Resources of several kinds. */
export const VARIOUS = `openapi: 3.1.0
info: { title: Various, version: 1.0.0 }
paths:
  # UUIDs, nested resources, and lists in envelopes.
  /owners:
    post:
      operationId: createOwner
      ${requestBody('OwnerEnvelope')}
      responses: { 201: ${response('OwnerEnvelope')} }
    get:
      operationId: listOwners
      parameters: [${query('page', '{ type: integer }')}, ${query('per_page', '{ type: integer }')}]
      responses: { 200: ${response('Owners')} }
  /owners/{ownerId}:
    delete:
      operationId: removeOwner
      parameters: [${parameter('ownerId', '{ type: string, format: uuid }')}]
      responses: { 200: ${response('OwnerEnvelope')}, 404: ${response('Error')} }
  /owners/{owner}/pets:
    parameters: [${parameter('owner', '{ type: string, format: uuid }')}]
    post:
      operationId: createPet
      ${requestBody('NewPet')}
      responses: { 201: ${response('Pet')}, 404: ${response('Error')} }
    get:
      operationId: listPets
      responses: { 200: ${response('Pets')}, 404: ${response('Error')} }
  /owners/{ownerId}/pets/{petId}:
    get:
      operationId: readPet
      parameters: [${parameter('ownerId', '{ type: string, format: uuid }')},
        ${parameter('petId', '{ type: string, pattern: "^p-[a-z]{6}$" }')}]
      responses: { 200: ${response('Pet')}, 404: ${response('Error')} }
  # Resources created by PUT, a singleton, and items without a path.
  /pages/{slug}:
    parameters: [${parameter('slug', '{ type: string }')}]
    put:
      operationId: putPage
      ${requestBody('Page')}
      responses: { 200: ${response('Page')}, 201: ${response('Page')} }
    get:
      operationId: readPage
      responses: { 200: ${response('Page')}, 404: ${response('Error')} }
  /settings:
    get:
      operationId: readSettings
      responses: { 200: ${response('Settings')} }
    patch:
      operationId: changeSettings
      ${requestBody('Settings')}
      responses: { 200: ${response('Settings')} }
  /events:
    post:
      operationId: createEvent
      ${requestBody('Event')}
      responses: { 201: { description: d } }
    get:
      operationId: listEvents
      responses:
        200:
          description: d
          content:
            application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Event' } } }
            text/csv: { schema: { type: string }, example: 'kind' }
  /status:
    get:
      operationId: readStatus
      responses: { 200: ${response('Error')} }
  # Responses that cannot show what was sent.
  /jobs:
    post:
      operationId: createJob
      ${requestBody('NewJob')}
      responses: { 201: ${response('Job')} }
    get:
      operationId: listJobs
      responses:
        200:
          description: d
          content:
            application/json:
              schema: { type: array, minItems: 1, items: { $ref: '#/components/schemas/Job' } }
              example: [{ id: 9, tags: [{ name: example }] }]
  /jobs/{jobId}:
    get:
      operationId: readJob
      parameters: [${parameter('jobId', '{ type: integer }')}]
      responses: { 200: ${response('Job')} }
  # Request values that are invalid in responses, and objects with nested objects that are not envelopes.
  /members/{user_id}:
    parameters: [${parameter('user_id', '{ type: string }')}]
    put:
      operationId: putMember
      ${requestBody('NewMember')}
      responses: { 201: ${response('Member')}, 200: ${response('Member')} }
    get:
      operationId: readMember
      responses: { 200: ${response('Member')}, 400: ${response('Error')} }
  /rules:
    post:
      operationId: createRule
      ${requestBody('NewRule')}
      responses: { 201: ${response('Rule')} }
  /rules/{rule_id}:
    get:
      operationId: readRule
      parameters: [${parameter('rule_id', '{ type: string }')}]
      responses: { 200: ${response('Rule')} }
  /customers:
    post:
      operationId: createCustomer
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      ${requestBody('NewCustomer')}
      responses: { 201: ${response('Customer')}, 409: ${response('Error')} }
  /customers/{id}:
    parameters: [${parameter('id', "{ type: string, pattern: '^cus_' }")}]
    get:
      operationId: readCustomer
      responses: { 200: ${response('Customer')} }
    delete:
      operationId: removeCustomer
      responses: { 204: { description: d } }
    put:
      operationId: replaceCustomer
      ${requestBody('Name')}
      responses: { 200: ${response('Customer')} }
  /names:
    post:
      operationId: createName
      ${requestBody('Name')}
      responses:
        201: { description: d, headers: { Location: { schema: { type: string } } }, ${body('Name')} }
  /names/{id}:
    get:
      operationId: readName
      parameters: [${parameter('id', '{ type: string }')}]
      responses: { 200: ${response('Name')} }
  # A list with a filter, an order and a cursor; responses have an entity tag.
  /things:
    get:
      operationId: listThings
      parameters: [${query('limit', '{ type: integer }')}, ${query('cursor', '{ type: string }')},
        ${query('kind', '{ enum: [a, b] }')}, ${query('sort', '{ enum: [size, -size] }')}]
      responses:
        200:
          description: d
          content:
            application/json:
              schema:
                type: object
                properties:
                  things: { type: array, items: { $ref: '#/components/schemas/Thing' } }
                  nextCursor: { type: string }
                  page: { type: object, properties: { endCursor: { type: string }, hasNextPage: { type: boolean } } }
    post:
      operationId: createThing
      ${requestBody('Thing')}
      responses: { 201: ${response('Thing')} }
  /things/{id}:
    parameters: [${parameter('id', '{ type: integer }')}]
    get:
      operationId: readThing
      responses:
        200:
          description: d
          headers: { ETag: { schema: { type: string }, example: '"one"' } }
          ${body('Thing')}
    put:
      operationId: replaceThing
      ${requestBody('Thing')}
      responses: { 200: ${response('Thing')} }
components:
  schemas:${ERROR}
    Owner:
      type: object
      required: [id]
      properties: { id: { type: string, format: uuid, readOnly: true }, name: { type: string } }
    OwnerEnvelope:
      type: object
      required: [data]
      properties: { data: { $ref: '#/components/schemas/Owner' } }
    Owners:
      type: object
      required: [data, meta, next]
      properties:
        data: { type: array, items: { $ref: '#/components/schemas/Owner' } }
        next: { type: [string, 'null'] }
        has_more: { type: boolean }
        meta: { type: object, required: [total], properties: { total: { type: integer }, kind: { const: list } } }
    NewPet: { type: object, required: [name], properties: { name: { type: string } } }
    Pet:
      allOf:
        - $ref: '#/components/schemas/NewPet'
        - type: object
          required: [petId]
          properties: { petId: { type: string, pattern: "^p-[a-z]{6}$" } }
    Pets:
      type: object
      required: [items]
      properties: { items: { type: array, items: { $ref: '#/components/schemas/Pet' } }, total: { type: integer } }
    Page: { type: object, required: [slug, text], properties: { slug: { type: string, readOnly: true }, text: { type: string } } }
    Settings:
      type: object
      required: [theme, size]
      properties: { theme: { type: string, examples: [dark] }, size: { type: integer, examples: [3] } }
      minProperties: 1
    Event: { type: object, properties: { kind: { type: string } } }
    NewJob: { type: object, properties: { tags: { type: array, items: { type: string } } } }
    Job:
      type: object
      additionalProperties: false
      required: [id, tags]
      properties:
        id: { type: integer }
        tags: { type: array, items: { type: object, required: [name], properties: { name: { type: string, examples: [made] } } } }
    NewMember:
      type: object
      properties: { nick: { type: string }, flags: { type: [integer, 'null'] }, roles: { type: [array, 'null'], items: { type: string } } }
    Member:
      type: object
      required: [user, nick, flags, roles, joined]
      properties:
        user: { type: object, required: [id, mail], properties: { id: { type: string }, mail: { type: string } } }
        nick: { type: string }
        flags: { type: integer }
        roles: { type: array, items: { type: string } }
        joined: { type: string, format: date-time }
    NewRule:
      type: object
      properties: { kind: { type: string }, words: { type: [array, 'null'], items: { type: string } }, days: { type: integer } }
    Rule:
      oneOf:
        - type: object
          required: [id, kind, words]
          properties: { id: { type: string }, kind: { const: words }, words: { type: array, items: { type: string } } }
        - type: object
          required: [id, kind, days]
          properties: { id: { type: string }, kind: { const: days }, days: { type: integer } }
    Name: { type: object, properties: { id: { type: string }, name: { type: string } } }
    NewCustomer: { type: object, properties: { kind: { enum: [one, many] }, name: { type: string } } }
    Customer:
      type: object
      required: [id, kind]
      properties: { id: { type: string, pattern: '^cus_' }, kind: { enum: [one, many] }, name: { type: string } }
    Thing:
      type: object
      required: [kind, size]
      properties:
        id: { type: integer, readOnly: true }
        kind: { enum: [a, b] }
        size: { type: integer }
`;

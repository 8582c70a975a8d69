// @generated from spec/openapi.yaml by npm run generate; do not edit
/* eslint-disable */

import type { CompiledContract } from 'openapi-trellis/contract/runtime';

export const contract: CompiledContract = JSON.parse(String.raw`{
  "format": 1,
  "operations": [
    {
      "operationId": "createPlant",
      "method": "POST",
      "path": "/plants",
      "parameters": [],
      "requestBody": {
        "required": true,
        "content": {
          "application/json": {
            "kind": "json",
            "validator": "request /components/schemas/NewPlant",
            "projection": {
              "kind": "ref",
              "name": "request /components/schemas/NewPlant"
            },
            "sample": "{\"name\":\"juniper ember\",\"id\":80,\"tag\":\"cypress ember\"}"
          }
        }
      },
      "responses": {
        "200": {
          "headers": {},
          "content": {
            "application/json": {
              "kind": "json",
              "validator": "response /components/schemas/Plant",
              "projection": {
                "kind": "ref",
                "name": "response /components/schemas/Plant"
              }
            }
          }
        },
        "400": {
          "headers": {},
          "content": {
            "application/json": {
              "kind": "json",
              "validator": "response /components/schemas/Error",
              "projection": {
                "kind": "ref",
                "name": "response /components/schemas/Error"
              }
            }
          },
          "errors": [
            {
              "mediaType": "application/json",
              "kind": "json",
              "body": 0,
              "validator": "response /components/schemas/Error"
            }
          ]
        },
        "401": {
          "headers": {
            "WWW-Authenticate": {
              "required": true,
              "explode": false,
              "json": false,
              "validator": "response /components/responses/Unauthorized/headers/WWW-Authenticate/schema",
              "projection": {
                "kind": "any"
              }
            }
          },
          "content": {
            "application/json": {
              "kind": "json",
              "validator": "response /components/schemas/Error",
              "projection": {
                "kind": "ref",
                "name": "response /components/schemas/Error"
              }
            }
          },
          "errors": [
            {
              "mediaType": "application/json",
              "kind": "json",
              "body": 0,
              "validator": "response /components/schemas/Error"
            }
          ]
        },
        "5XX": {
          "headers": {
            "Retry-After": {
              "required": false,
              "explode": false,
              "json": false,
              "validator": "response /components/responses/ServerFault/headers/Retry-After/schema",
              "projection": {
                "kind": "number"
              }
            }
          },
          "content": {
            "application/json": {
              "kind": "json",
              "validator": "response /components/schemas/Error",
              "projection": {
                "kind": "ref",
                "name": "response /components/schemas/Error"
              }
            }
          },
          "errors": [
            {
              "mediaType": "application/json",
              "kind": "json",
              "body": 0,
              "validator": "response /components/schemas/Error"
            }
          ]
        }
      },
      "security": [
        {
          "bearerAuth": []
        }
      ]
    }
  ],
  "securitySchemes": {
    "bearerAuth": {
      "type": "http",
      "scheme": "bearer"
    }
  },
  "basePaths": [
    ""
  ],
  "projections": {
    "request /components/schemas/NewPlant": {
      "kind": "object",
      "properties": {
        "name": {
          "kind": "any"
        },
        "tag": {
          "kind": "any"
        },
        "id": {
          "kind": "bigint"
        }
      }
    },
    "request /components/schemas/Plant": {
      "kind": "object",
      "properties": {
        "name": {
          "kind": "any"
        },
        "tag": {
          "kind": "any"
        }
      }
    },
    "response /components/schemas/Plant": {
      "kind": "object",
      "properties": {
        "name": {
          "kind": "any"
        },
        "tag": {
          "kind": "any"
        }
      }
    },
    "response /components/schemas/Error": {
      "kind": "object",
      "properties": {
        "error": {
          "kind": "number"
        },
        "message": {
          "kind": "any"
        }
      }
    }
  },
  "valueTypes": {},
  "errorBodies": [
    {
      "templates": [
        {
          "kind": "object",
          "members": {
            "error": {
              "kind": "detail",
              "detail": "number"
            },
            "message": {
              "kind": "detail",
              "detail": "message"
            }
          }
        },
        {
          "kind": "object",
          "members": {
            "error": {
              "kind": "choice",
              "by": "status",
              "values": {
                "401": 40101,
                "403": 40301,
                "404": 40401,
                "405": 40501,
                "406": 40601,
                "408": 40801,
                "409": 40901,
                "413": 41301,
                "415": 41501,
                "429": 42901,
                "500": 50001,
                "501": 50101,
                "503": 50301
              },
              "otherwise": 40000
            },
            "message": {
              "kind": "detail",
              "detail": "message"
            }
          }
        }
      ]
    }
  ],
  "sharedError": {
    "headers": {},
    "content": {
      "application/json": {
        "kind": "json",
        "validator": "response /components/schemas/Error",
        "projection": {
          "kind": "ref",
          "name": "response /components/schemas/Error"
        }
      }
    },
    "errors": [
      {
        "mediaType": "application/json",
        "kind": "json",
        "body": 0,
        "validator": "response /components/schemas/Error"
      }
    ]
  }
}`);

// @generated from spec/openapi.yaml by npm run generate; do not edit

import type { CompiledContract } from '../src/contract/compiled-contract';

export const contract: CompiledContract = {
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
            "shape": {
              "kind": "ref",
              "name": "request /components/schemas/NewPlant"
            }
          }
        }
      },
      "responses": {
        "200": {
          "headers": {},
          "content": {
            "application/json": {
              "kind": "json",
              "validator": "reply /components/schemas/Plant",
              "shape": {
                "kind": "ref",
                "name": "reply /components/schemas/Plant"
              }
            }
          }
        },
        "400": {
          "headers": {},
          "content": {
            "application/json": {
              "kind": "json",
              "validator": "reply /components/schemas/Error",
              "shape": {
                "kind": "ref",
                "name": "reply /components/schemas/Error"
              }
            }
          }
        },
        "401": {
          "headers": {
            "WWW-Authenticate": {
              "required": true,
              "explode": false,
              "json": false,
              "validator": "reply /components/responses/Unauthorized/headers/WWW-Authenticate/schema",
              "shape": {
                "kind": "any"
              }
            }
          },
          "content": {
            "application/json": {
              "kind": "json",
              "validator": "reply /components/schemas/Error",
              "shape": {
                "kind": "ref",
                "name": "reply /components/schemas/Error"
              }
            }
          }
        },
        "5XX": {
          "headers": {
            "Retry-After": {
              "required": false,
              "explode": false,
              "json": false,
              "validator": "reply /components/responses/ServerFault/headers/Retry-After/schema",
              "shape": {
                "kind": "number"
              }
            }
          },
          "content": {
            "application/json": {
              "kind": "json",
              "validator": "reply /components/schemas/Error",
              "shape": {
                "kind": "ref",
                "name": "reply /components/schemas/Error"
              }
            }
          }
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
  "shapes": {
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
          "kind": "int64"
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
    "reply /components/schemas/Plant": {
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
    "reply /components/schemas/Error": {
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
  "textTypes": {}
};

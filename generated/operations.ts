// @generated from spec/openapi.yaml by npm run generate; do not edit

import type { StatusInRange } from '../src/contract/runtime';
import type { operations } from './types';

/** What each operation takes and gives, by operationId. */
export interface Operations {
    /** POST /plants: Create a plant */
    createPlant: {
        input: {
            body: NonNullable<operations["createPlant"]["requestBody"]>["content"]["application/json"];
        };
        response: {
            status: 200;
            body: operations["createPlant"]["responses"][200]["content"]["application/json"];
        } | {
            status: 400;
            body: operations["createPlant"]["responses"][400]["content"]["application/json"];
        } | {
            status: 401;
            headers: {
                "WWW-Authenticate": NonNullable<operations["createPlant"]["responses"][401]["headers"]["WWW-Authenticate"]>;
            };
            body: operations["createPlant"]["responses"][401]["content"]["application/json"];
        } | {
            status: StatusInRange<'5'>;
            headers?: {
                "Retry-After"?: NonNullable<operations["createPlant"]["responses"]["5XX"]["headers"]["Retry-After"]>;
            };
            body: operations["createPlant"]["responses"]["5XX"]["content"]["application/json"];
        };
    };
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiReference } from './api';
import { changeRulesTable } from './change-rules';
import { checkRulesTable } from './check-rules';
import { checkUsage, conformanceUsage, plantStoreUsage, trellisUsage } from './command-usage';
import { conformanceChecksTable } from './conformance-checks';
import { decisionsTable } from './decisions';
import { errorNumbersTable } from './error-numbers';
import { handlerMistakesTable } from './handler-mistakes';
import { metricsTable } from './metrics';
import { optionsList } from './options';
import { plantStoreVariablesTable, serviceVariablesTable, urlParametersTable } from './variables';

/** The generator of each section, by the name in the section's comment. */
const SECTIONS: Readonly<Record<string, () => string>> = {
  'checks of conformance': conformanceChecksTable,
  decisions: decisionsTable,
  'error numbers': errorNumbersTable,
  metrics: metricsTable,
  'mistakes in handlers': handlerMistakesTable,
  'options of contractHandler': () =>
    optionsList(
      'express/contract-handler.ts#ContractHandlerOptions',
      'express/contract-handler.ts#LocalsOption',
    ),
  'options of createApp': () => optionsList('express/app.ts#AppHandlers'),
  'options of createHttpServer': () => optionsList('express/http-server.ts#HttpServerOptions'),
  'options of createService': () => optionsList('contract/service-options.ts#ServiceOptions'),
  'options of createServing': () => optionsList('host/serving.ts#ServingOptions'),
  'options of startService': () =>
    optionsList('service/start-options.ts#Program', 'service/start-options.ts#StartServiceOptions'),
  'parameters of postgresql': urlParametersTable,
  'public names': apiReference,
  'rules of checks': checkRulesTable,
  'rules of changes': changeRulesTable,
  'usage of check': checkUsage,
  'usage of conformance': conformanceUsage,
  'usage of plant-store': plantStoreUsage,
  'usage of trellis': trellisUsage,
  'variables of a service': serviceVariablesTable,
  'variables of the plant store': plantStoreVariablesTable,
};

const ROOT = path.join(__dirname, '..', '..');

/** Generated text stands between these comments. */
const SECTION = /^(<!-- made by npm run pages: (.*) -->\n)[\s\S]*?^(<!-- end -->)$/gm;

/** The correct text of each page with generated sections, by path. */
export function madePages(): Map<string, string> {
  const files = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(ROOT, 'docs', name));
  const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
  return new Map(
    texts
      .filter(([, text]) => text.search(SECTION) >= 0)
      .map(([file, text]) => [file, text.replaceAll(SECTION, withSection)]),
  );
}

function withSection(_: string, start: string, name: string, end: string): string {
  const make = SECTIONS[name];
  if (make === undefined) throw new Error(`There is no section "${name}" that is made`);
  return `${start}\n${make()}\n\n${end}`;
}

export function writePages(): void {
  for (const [file, text] of madePages()) writeFileSync(file, text);
}

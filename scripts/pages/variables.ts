import { codeSpan, escapeMarkdown, markdownTable } from '../../src/tools/findings/index';
import { plantStoreVariables } from '../../src/plant-store/config';
import { urlParameters } from '../../src/plant-store/stores/postgres/parameters';
import { serviceVariables, type Variable } from '../../src/runtime/service';

/** The environment variables of every service. */
export function serviceVariablesTable(): string {
  return tableOf('variable', serviceVariables);
}

/** The environment variables of the plant store only. */
export function plantStoreVariablesTable(): string {
  return tableOf('variable', plantStoreVariables);
}

/** The parameters of a PostgreSQL URL. */
export function urlParametersTable(): string {
  return tableOf('parameter', urlParameters);
}

function tableOf(kind: string, variables: Readonly<Record<string, Variable>>): string {
  const rows = Object.entries(variables).map(([name, variable]) => [
    codeSpan(name),
    variable.default === undefined ? 'none' : codeSpan(String(variable.default)),
    allowedFor(variable),
    escapeMarkdown(variable.meaning),
  ]);
  const table = markdownTable({ columns: [kind, 'default', 'allowed', 'meaning'], rows });
  return `<!-- prettier-ignore -->\n${table}`;
}

function allowedFor(variable: Variable): string {
  if ('oneOf' in variable) return variable.oneOf.map(codeSpan).join(', ');
  if ('allowed' in variable) return escapeMarkdown(variable.allowed);
  const [least, most] = variable.range;
  return [`${least} to ${most}`, variable.unit].join(' ').trim();
}

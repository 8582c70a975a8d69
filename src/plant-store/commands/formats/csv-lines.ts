import type { Plant } from '../../plants/plant-store';
import { escapeText } from '../../stores/escape';
import { exportedColumns, guardId, guardText } from './csv-columns';
import { csvField, quotedField } from './csv-record';

/** The header row of an export. */
export const CSV_HEADER = `${exportedColumns('escaped').join(',')}\r\n`;

export function csvLine({ id, name, tag }: Plant): string {
  const escapedTag = tag === undefined ? undefined : escapeText(tag);
  return `${id},${csvField(escapeText(name))},${csvField(escapedTag)}\r\n`;
}

/** The header row of an export for spreadsheets. */
export const GUARDED_HEADER = `${exportedColumns('guarded').join(',')}\r\n`;

/** Texts are quoted, since some spreadsheets also split at other characters than a comma. */
export function guardedLine({ id, name, tag }: Plant): string {
  const guardedTag = tag === undefined ? '' : quotedField(guardText(tag));
  return `${guardId(id)},${quotedField(guardText(name))},${guardedTag}\r\n`;
}

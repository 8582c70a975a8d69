/**
 * Values near others: each has one part removed, added or replaced, so some are valid for a schema and others are
 * not. The same values give the same variants.
 *
 * @param parts values to insert
 */
export function variantsOf(values: readonly unknown[], parts: readonly unknown[]): unknown[] {
  const variants = values.flatMap((value) => [value, ...near(value, parts)]);
  return [...new Map(variants.map((value) => [JSON.stringify(value), value])).values()];
}

function near(value: unknown, parts: readonly unknown[]): unknown[] {
  if (Array.isArray(value)) return nearArray(value, parts);
  return typeof value === 'object' && value !== null ? nearObject(value, parts) : [];
}

function nearArray(array: readonly unknown[], parts: readonly unknown[]): unknown[] {
  const replaced = array.flatMap((item, index) => {
    return [...near(item, parts), ...parts].map((part) => array.with(index, part));
  });
  return [array.slice(1), ...parts.map((part) => [...array, part]), ...replaced];
}

function nearObject(object: object, parts: readonly unknown[]): unknown[] {
  const changed = Object.entries(object).flatMap(([key, member]) => {
    const others = Object.entries(object).filter(([other]) => other !== key);
    const replaced = [...near(member, parts), ...parts].map((part) => ({ ...object, [key]: part }));
    return [Object.fromEntries(others), ...replaced];
  });
  return [...changed, ...parts.map((part) => ({ ...object, extra: part }))];
}

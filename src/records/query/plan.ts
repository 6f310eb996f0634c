// What `q` asks of one resource, as parts of a list plan. Text that every record must have, or must not have, is looked
// up in the index at once; the rest are conditions on its records. An operator that the resource does not have matches
// none of its records.
import type { Resource } from '../../resources/resource.ts';
import type { SearchNode } from '../../store/port.ts';
import type { ListPlan, RowCondition } from '../../store/tables/list-plan.ts';
import { filterConditions, rangeConditions } from '../list-conditions.ts';
import type { QueryNode } from './query.ts';

export interface QueryPlan {
  query: SearchNode | null;
  conditions: RowCondition[];
}

/** Undefined if no record of the resource can match. */
export function planQuery(resource: Resource, node: QueryNode, trash: ListPlan['trash']): QueryPlan | undefined {
  const known = applied(resource, node);
  if (!known) return undefined;
  const parts = known.type === 'and' ? known.parts : [known];
  const wanted = parts.filter(isText);
  const unwanted = parts.filter((part) => part.type === 'not' && isText(part.part));
  const texts = wanted.length > 0 ? ([...wanted, ...unwanted] as SearchNode[]) : [];
  const query = texts.length > 1 ? ({ type: 'and', parts: texts } as const) : (texts[0] ?? null);
  const others = parts.filter((part) => !texts.includes(part as SearchNode));
  return { query, conditions: others.map((part) => conditionFor(resource, part, trash)) };
}

/** Without the operators that the resource does not have; undefined if nothing can match. */
function applied(resource: Resource, node: QueryNode): QueryNode | undefined {
  switch (node.type) {
    case 'term':
      return typeof node.scope === 'string' || resource.search?.fields?.[node.scope.field] ? node : undefined;
    case 'filter':
      return resource.search?.operators?.[node.name] ? node : undefined;
    case 'range':
      return resource.list.range ? node : undefined;
    case 'or':
      return joined(
        'or',
        node.parts.map((part) => applied(resource, part)).filter((part) => part !== undefined),
      );
    case 'and': {
      const parts = node.parts.map((part) =>
        part.type === 'not' ? withoutNothing(resource, part) : applied(resource, part),
      );
      if (parts.includes(undefined)) return undefined;
      return joined(
        'and',
        parts.filter((part): part is QueryNode => part !== undefined && part !== EVERYTHING),
      );
    }
    case 'not':
      throw new Error('a query of what does not match needs something that does');
  }
}

const EVERYTHING = 'everything';

function withoutNothing(resource: Resource, { part }: Extract<QueryNode, { type: 'not' }>) {
  const known = applied(resource, part);
  return known ? ({ type: 'not', part: known } as const) : EVERYTHING;
}

function joined(type: 'and' | 'or', parts: QueryNode[]): QueryNode | undefined {
  return parts.length > 1 ? { type, parts } : parts[0];
}

function isText(node: QueryNode): boolean {
  if (node.type === 'and' || node.type === 'or')
    return node.parts.every((part) => isText(part.type === 'not' ? part.part : part)) && node.parts.some(isText);
  return node.type === 'term';
}

function conditionFor(resource: Resource, node: QueryNode, trash: ListPlan['trash']): RowCondition {
  if (isText(node)) return { type: 'text', search: { node: node as SearchNode, trash } };
  switch (node.type) {
    case 'filter':
      return allOf(filterConditions(resource, filterOf(resource, node)) as RowCondition[]);
    case 'range':
      return allOf(rangeConditions(resource, node.range) as RowCondition[]);
    case 'not':
      return { type: 'not', part: conditionFor(resource, node.part, trash) };
    default: {
      const { type, parts } = node as Extract<QueryNode, { type: 'and' | 'or' }>;
      return { type, parts: parts.map((part) => conditionFor(resource, part, trash)) };
    }
  }
}

function filterOf(resource: Resource, { name, value }: Extract<QueryNode, { type: 'filter' }>) {
  const filter = resource.search?.operators?.[name] ?? {};
  return typeof filter === 'string' ? { [filter]: value } : (filter[value] ?? {});
}

function allOf(conditions: RowCondition[]): RowCondition {
  return conditions.length === 1 ? (conditions[0] as RowCondition) : { type: 'and', parts: conditions };
}

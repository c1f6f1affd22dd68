import './connectors-subscription.ts';
import './mapping-result-type.ts';
import './mapping-types.ts';
import './task-subscription.ts';

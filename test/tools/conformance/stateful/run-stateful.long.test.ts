import '../../../support/long';
import { MORE_SHOP_FAULTS } from './fault-rows';
import { findsFaults } from './shop-findings';

findsFaults(MORE_SHOP_FAULTS);

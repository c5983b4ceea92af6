//! Tests of the whole chain.
